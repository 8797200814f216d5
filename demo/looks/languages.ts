/** Loads the messages of every language in `looks.ts`. */
import '../../src/locales/ar.js';
import '../../src/locales/de.js';
import '../../src/locales/es.js';
import '../../src/locales/fr.js';
import '../../src/locales/ja.js';
import '../../src/locales/pt.js';
import '../../src/locales/zh-Hans.js';
