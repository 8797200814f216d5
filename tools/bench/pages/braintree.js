export { create as createClient } from 'braintree-web/client';
export { create } from 'braintree-web/hosted-fields';
