"""Matches, tournaments and ratings."""
