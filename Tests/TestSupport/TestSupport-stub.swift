// shared by all test targets
