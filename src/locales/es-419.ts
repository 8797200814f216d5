import { addVariant } from '../messages/variant.js';
import { es } from './es.js';

/** Spanish for Latin America, with *NIP*, as in Mexico. Not yet reviewed by a native speaker. */
export const es419 = addVariant('es-419', es, {
  PIN: 'NIP',
  Escriba: 'Ingrese',
  Escríbalo: 'Ingréselo',
  escribir: 'ingresar',
  escrito: 'ingresado',
  Pulse: 'Presione',
  'ontacte con': 'omuníquese con',
  caducado: 'vencido',
});
