import { create as createClient } from 'braintree-web/client';
import { create } from 'braintree-web/hosted-fields';

globalThis.createFields = { createClient, create };
