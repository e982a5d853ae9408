print("nothing to scan yet")
