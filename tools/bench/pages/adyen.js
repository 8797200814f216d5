import { AdyenCheckout, Card } from '@adyen/adyen-web';

globalThis.createFields = { AdyenCheckout, Card };
