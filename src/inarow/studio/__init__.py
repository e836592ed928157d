"""The studio: play, watch, analyse and learn in a browser. Needs the extra `studio`."""
