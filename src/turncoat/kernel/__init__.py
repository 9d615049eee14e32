"""The kernel: decisions, boxes, flow, events, chance and copies. It knows no game and does no I/O."""
