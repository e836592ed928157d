"""Games, positions and records as people write them."""
