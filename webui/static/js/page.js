// Small pages: only notices that can be put away.

import { startSheet } from "./sheet.js";

startSheet();
