/** Registers the element in the mode of the run, and starts the sandbox of a test file. */
import './registered.js';
import { startService, type Service } from './service.js';

export let service: Service;

before(async () => {
  service = await startService();
});
