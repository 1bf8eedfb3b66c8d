print("zxlog")
