// Talking to the server: questions, and searches whose thinking streams in. The server may die and come back at any
// time; whoever asked is told, and the question is asked again.

const PATIENCE = [300, 600, 1200, 2500, 5000]; // milliseconds between attempts; the last one repeats
const MOST_REPLACED_WORKERS = 8;

/** The server's no: a code, a sentence, and the field to blame. */
export class Refusal extends Error {
  constructor({ code, message, field }) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** No answer at all. */
export class Unreachable extends Error {}

const watchers = new Set();
let isUp = true;

/** Call back with true or false whenever the server comes or goes. */
export function watchServer(watcher) {
  watchers.add(watcher);
}

function tell(up) {
  if (up === isUp) return;
  isUp = up;
  for (const watcher of watchers) watcher(up);
}

async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    wakeWhenBack();
    throw new Unreachable();
  }
  tell(true);
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => null);
  if (!answer.ok)
    throw new Refusal(data?.error ?? { code: "failed", message: `${answer.status} ${answer.statusText}` });
  return data;
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const put = (path, body) => ask("PUT", path, body);
export const remove = (path) => ask("DELETE", path);

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let waking = null;

/** Resolves when the server answers again. */
export function wakeWhenBack() {
  tell(false);
  waking ??= (async () => {
    for (let attempt = 0; ; attempt++) {
      await pause(PATIENCE[Math.min(attempt, PATIENCE.length - 1)]);
      try {
        if ((await fetch("/api/health")).ok) break;
      } catch {
        /* not yet */
      }
    }
    waking = null;
    tell(true);
  })();
  return waking;
}

/**
 * Start a search. `on` may have info(data), result(data), failed(error) and notice(what): "busy", "worker_died", "lost".
 * Returns a function that stops it.
 */
export function search(body, on) {
  const state = { isOver: false, source: null, id: null, deaths: 0 };
  begin(body, on, state);
  return () => {
    if (state.isOver) return;
    state.isOver = true;
    state.source?.close(); // which ends the search, too
  };
}

async function begin(body, on, state) {
  for (let attempt = 0; !state.isOver; attempt++) {
    try {
      const { id } = await post("/api/searches", body);
      state.id = id;
      if (state.isOver) remove(`/api/searches/${id}`).catch(() => {});
      else listen(body, on, state);
      return;
    } catch (error) {
      if (state.isOver) return;
      if (error instanceof Unreachable) {
        on.notice?.("lost");
        await wakeWhenBack();
      } else if (error.code === "busy") {
        on.notice?.("busy");
        await pause(PATIENCE[Math.min(attempt, PATIENCE.length - 1)]);
      } else {
        state.isOver = true;
        on.failed?.(error);
      }
    }
  }
}

function listen(body, on, state) {
  const source = new EventSource(`/api/searches/${state.id}/events`);
  state.source = source;
  const end = () => {
    state.isOver = true;
    source.close();
  };
  const again = async (what) => {
    source.close();
    state.source = state.id = null;
    on.notice?.(what);
    await (what === "lost" ? wakeWhenBack() : pause(PATIENCE[0]));
    if (!state.isOver) begin(body, on, state);
  };
  const when = (name, act) =>
    source.addEventListener(name, (event) => {
      if (!state.isOver) act(JSON.parse(event.data));
    });
  when("started", () => on.notice?.(null));
  when("info", (data) => on.info?.(data));
  when("result", (data) => {
    end();
    on.result?.(data);
  });
  when("failed", ({ error }) => {
    if (error.retry && state.deaths++ < MOST_REPLACED_WORKERS)
      again(error.code === "closing" ? "lost" : error.code);
    else {
      end();
      on.failed?.(new Refusal(error));
    }
  });
  when("end", end);
  source.onerror = () => {
    if (!state.isOver) again("lost");
  };
}

/** Follow a stream of the server until told to stop; it is taken up again by the browser. */
export function follow(path, events) {
  const source = new EventSource(path);
  for (const [name, act] of Object.entries(events))
    source.addEventListener(name, (event) => act(JSON.parse(event.data)));
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) wakeWhenBack();
  };
  return () => source.close();
}
