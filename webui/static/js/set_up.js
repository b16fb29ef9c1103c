// The page of a game that is laid out again: the map as it stood, and notices.

import { startMap } from "./map.js";
import { startSheet } from "./sheet.js";

startSheet();
startMap();
