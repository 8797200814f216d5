/** Registers the element in the run's mode, and starts a test file's sandbox. */
import './registered.js';
import { startService, type Service } from './service.js';

export let service: Service;

before(async () => {
  service = await startService();
});
