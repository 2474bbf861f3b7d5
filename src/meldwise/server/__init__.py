"""Online tables: rooms served over HTTP and WebSocket, every event on disk before anyone hears of it."""
