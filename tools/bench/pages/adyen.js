export { AdyenCheckout, Card } from '@adyen/adyen-web';
