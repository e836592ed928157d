"""From games to better players: data, tuned weights, trained networks."""
