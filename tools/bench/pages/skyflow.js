export { init } from 'skyflow-js';
