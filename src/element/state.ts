/** The state that the page can see: custom states (`:state(…)`) and the validity. */
import type { VisibleState } from '../contract/wire.js';
import type { Words } from '../messages/catalogue.js';
import { problemSentence } from '../messages/notice.js';
import type { Invalid } from '../set-pin/outcome.js';

/** The problems that have their own flag in `ValidityState`. */
const FLAGS: Readonly<Partial<Record<Invalid['problem'], keyof ValidityStateFlags>>> = {
  missing: 'valueMissing',
  'too-short': 'tooShort',
};

export function exposeState(internals: ElementInternals, state: VisibleState, words: Words): void {
  const { phase, hasErrors, problem } = state;
  const set = (state: string, on: boolean): void => {
    try {
      if (on) internals.states.add(state);
      else internals.states.delete(state);
    } catch {
      // Firefox before 126 and Safari before 17.4 don't support custom states. Chrome before 125
      // throws for a name that doesn't begin with two hyphens.
    }
  };
  set('submitting', phase === 'submitting');
  set('waiting', phase === 'waiting');
  set('set', phase === 'set');
  set('invalid', hasErrors);
  // `empty` and `complete` reveal no more than the validity, which the page can read anyway.
  set('empty', problem?.field === 'new' && problem.problem === 'missing');
  set('complete', phase !== 'set' && problem === undefined);

  if (problem === undefined) return internals.setValidity({});
  const text = problemSentence(problem, words);
  internals.setValidity({ [FLAGS[problem.problem] ?? 'customError']: true }, text);
}
