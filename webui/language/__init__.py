"""The language of a screen: English texts are translated where they are drawn, nowhere before."""
