// Everything that a seat's or the public screen does in the browser.

import { startAlone } from "./alone.js";
import { startAsk } from "./ask.js";
import { startAwake } from "./awake.js";
import { startCards } from "./cards.js";
import { startCover } from "./cover.js";
import { startKept } from "./kept.js";
import { startLive } from "./live.js";
import { startMap } from "./map.js";
import { startOffline } from "./offline.js";
import { startResult } from "./result.js";
import { startSheet } from "./sheet.js";
import { startTabs } from "./tabs.js";
import { startWaited } from "./waited.js";

startAlone();
startCover();
startTabs();
startSheet();
startMap();
startAsk();
startAwake();
startCards();
startResult();
startWaited();
startKept();
startOffline();
startLive();
