"""The pages: plain ES modules, drawn from the felt and the messages of the server."""
