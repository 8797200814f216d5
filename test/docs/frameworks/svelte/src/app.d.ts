// Types of the tag in templates.
import type {} from 'set-card-pin/svelte';
