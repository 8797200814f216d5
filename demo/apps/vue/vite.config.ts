import vue from '@vitejs/plugin-vue';
import { isCustomElement } from 'set-card-pin/vue';

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
};
