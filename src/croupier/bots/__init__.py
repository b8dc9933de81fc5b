"""One set of bots for tests, demonstration and load: seeded players, dealers, staff and devices, with every fault."""
