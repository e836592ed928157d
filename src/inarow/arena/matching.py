"""Who can be paired with whom so that nobody is left over: matchings in a graph, after Edmonds (1965)."""

from collections import deque
from collections.abc import Iterable, Sequence

FREE = -1


class Matching:
    """A largest matching of a graph, from which pairs can be taken out while it stays perfect."""

    def __init__(self, neighbours: Sequence[Iterable[int]]) -> None:
        self._neighbours = [sorted(near) for near in neighbours]
        self._taken = [False] * len(self._neighbours)
        self.partner = [FREE] * len(self._neighbours)
        for vertex in range(len(self.partner)):
            if self.partner[vertex] == FREE:
                self._augment(vertex)

    @property
    def is_perfect(self) -> bool:
        """Whether everybody has a partner."""
        return FREE not in self.partner

    def take(self, one: int, other: int) -> bool:
        """Take out one and other as a pair; False, and nothing changes, if somebody would be left over."""
        before = list(self.partner)
        self._taken[one] = self._taken[other] = True
        left = [self.partner[one], self.partner[other]]
        self.partner[one], self.partner[other] = other, one
        if left[0] == other:
            return True
        for vertex in left:
            self.partner[vertex] = FREE
        if self._augment(left[0]):
            return True
        self._taken[one] = self._taken[other] = False
        self.partner = before
        return False

    def _augment(self, root: int) -> bool:
        """Find a path of alternating pairs from root to another free vertex and swap the pairs along it."""
        search = _Search(self.partner, root)
        while search.queue:
            vertex = search.queue.popleft()
            for near in self._neighbours[vertex]:
                if (
                    self._taken[near]
                    or search.base[vertex] == search.base[near]
                    or self.partner[vertex] == near
                ):
                    continue
                if search.is_outer(near):
                    search.contract(vertex, near)
                elif search.parent[near] == FREE:
                    search.parent[near] = vertex
                    if self.partner[near] == FREE:
                        search.swap(near)
                        return True
                    search.reach(self.partner[near])
        return False


class _Search:
    """A tree of alternating paths from a free root; an odd cycle is shrunk to its base."""

    def __init__(self, partner: list[int], root: int) -> None:
        self.partner = partner
        self.root = root
        self.parent = [FREE] * len(partner)  # of vertices at odd distance, and of those in shrunk cycles
        self.base = list(range(len(partner)))
        self.queue = deque([root])
        self._reached = {root}

    def is_outer(self, vertex: int) -> bool:
        """Whether the tree holds the vertex at an even distance from its root."""
        mate = self.partner[vertex]
        return vertex == self.root or (mate != FREE and self.parent[mate] != FREE)

    def reach(self, vertex: int) -> None:
        """Note that the search can go on from the vertex."""
        if vertex not in self._reached:
            self._reached.add(vertex)
            self.queue.append(vertex)

    def contract(self, one: int, other: int) -> None:
        """Shrink the odd cycle that the edge between two outer vertices closes."""
        stem = self._common_base(one, other)
        cycle: set[int] = set()
        for vertex, child in ((one, other), (other, one)):
            self._turn(vertex, child, stem, cycle)
        for vertex in range(len(self.base)):
            if self.base[vertex] in cycle:
                self.base[vertex] = stem
                self.reach(vertex)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if one == self.root:
                break
            one = self.parent[self.partner[one]]
        while self.base[other] not in seen:
            other = self.parent[self.partner[self.base[other]]]
        return self.base[other]

    def _turn(self, vertex: int, child: int, stem: int, cycle: set[int]) -> None:
        """Give the path from vertex to stem parents in the other direction round the cycle."""
        while self.base[vertex] != stem:
            mate = self.partner[vertex]
            cycle.update((self.base[vertex], self.base[mate]))
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]

    def swap(self, end: int) -> None:
        """Pair up along the path that was found from the root to end."""
        while end != FREE:
            before = self.parent[end]
            following = self.partner[before]
            self.partner[end], self.partner[before] = before, end
            end = following
