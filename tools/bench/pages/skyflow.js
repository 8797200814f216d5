import { init } from 'skyflow-js';

globalThis.createFields = init;
