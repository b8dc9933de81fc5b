"""HTTP and WebSocket: translates, and does nothing else."""
