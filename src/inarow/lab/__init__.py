"""Experiments: what they measure, the folder that keeps it, its tables and its plots."""
