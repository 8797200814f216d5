/**
 * Checks that a job which may publish runs no code of the project or of its dependencies: it takes
 * the package from a job without that permission.
 */
import { parse } from 'yaml';

type Permissions = string | Readonly<Record<string, string>>;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Permissions;
  readonly uses?: string;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Settings that run nothing. Others could, such as a container, or `env` with `NODE_OPTIONS`. */
const SETTINGS = {
  workflow: ['name', 'on', 'permissions', 'concurrency', 'jobs'],
  job: ['name', 'needs', 'runs-on', 'timeout-minutes', 'environment', 'permissions', 'steps'],
  step: ['name', 'id', 'uses', 'with', 'run'],
} as const;

/** Actions that a job which may publish may use. They run nothing that we or a package wrote. */
const ACTIONS = ['actions/setup-node', 'actions/download-artifact', 'actions/deploy-pages'];

/** The only command that such a job may run: it publishes a tarball, and runs no script of it. */
const COMMAND =
  /^npm publish \.\/[\w/*-]+\.tgz(?: --provenance| --access public)* --ignore-scripts$/;

const PINNED = /@[\da-f]{40}$/;

/**
 * Returns the faults of a workflow's jobs.
 *
 * @param text - The workflow as YAML.
 */
export function workflowFaults(text: string): string[] {
  const workflow = parse(text) as Workflow;
  return Object.entries(workflow.jobs).flatMap(([name, job]) => {
    const unpinned = actionsOf(job)
      .filter((action) => !PINNED.test(action))
      .map((action) => `${name} uses ${action}, which is not pinned to a commit.`);
    if (!mayWrite(job.permissions ?? workflow.permissions)) return unpinned;
    const faults = [...otherSettings(workflow, 'workflow'), ...publishingFaults(job)];
    return [...unpinned, ...faults.map((fault) => `${name} may publish: it must not ${fault}.`)];
  });
}

function publishingFaults(job: Job): string[] {
  return [
    ...otherSettings(job, 'job'),
    ...actionsOf(job)
      .filter((action) => !ACTIONS.includes(action.split('@', 1)[0] ?? ''))
      .map((action) => `use ${action}`),
    ...(job.steps ?? []).flatMap((step) => [
      ...otherSettings(step, 'step'),
      ...(step.run === undefined || COMMAND.test(step.run.trim()) ? [] : [`run ${step.run}`]),
      // Another job may have put files into a cache.
      ...('cache' in (step.with ?? {}) ? ['restore a cache'] : []),
    ]),
  ];
}

function otherSettings(settings: object, place: keyof typeof SETTINGS): string[] {
  const known: readonly string[] = SETTINGS[place];
  return Object.keys(settings)
    .filter((name) => !known.includes(name))
    .map((name) => `have ${name} in its ${place}`);
}

/** Returns the actions of a job, and the workflow that it calls. */
function actionsOf({ uses, steps = [] }: Job): string[] {
  return [uses, ...steps.map((step) => step.uses)].filter((action) => action !== undefined);
}

/** Returns whether any permission is more than to read. Without a list, the repository decides. */
function mayWrite(permissions: Permissions | undefined): boolean {
  if (permissions === undefined) return true;
  if (typeof permissions === 'string') return permissions !== 'read-all';
  return Object.values(permissions).includes('write');
}
