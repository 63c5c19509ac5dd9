/** `POST {path}/{action}`: the actions that a module declares, each with its permission, its confirmation and its
 *  history entry. */
import { textIn } from '../../contract/domain/text';
import type { AuditAction } from '../../contract/modules/system/auditLog';
import { type ActionSpec, isAction, type Row } from '../../contract/schema/module';
import { type Call, type CallRequest, defineCall } from '../kernel/call';
import type { Context, Rows } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { confirmedTrial, done, flag, freeText, idList, optional, words } from '../kernel/schemas';
import { writeAudit } from './audit/entries';
import { actionSchema } from './callSchemas';
import { missingReferences, refuseNotOffered } from './references';
import { draftOf, refuseProblems, withStoredHtml } from './saving/drafts';
import type { ServerModule } from './serverModule';

const mostReason = 500;
const none: ReadonlySet<string> = new Set();

/** Parameters of every action; the ids are accepted under a second name, too. */
type ActionInput = { ids: string[]; reason?: string; version?: string; dryRun?: boolean; trial?: string } & Record<
  string,
  unknown
>;

/** The affected rows, locked in the order of their ids; versioned ones must be unchanged since the person saw them. */
async function lockedRows(
  cx: Context,
  { module }: ServerModule,
  ids: string[],
  version: string | undefined,
): Promise<Row[]> {
  const rows = (await cx.rows(module).lock(ids)) as Row[];
  if (rows.length !== ids.length) refuse('notYours'); // all or nothing
  if (!version && module.isVersioned) refuse('versionMissing');
  if (version) {
    const seen = new Map(ids.map((id, index) => [id, version.split(',')[index]]));
    if (rows.some((row) => String(row.version) !== seen.get(row.id))) refuse('stale');
  }
  return rows;
}

/** The values of the action's form. */
async function inputOf(
  cx: Context,
  { fields }: ActionSpec,
  { body }: Pick<CallRequest, 'body'>,
): Promise<Record<string, unknown>> {
  if (!fields) return {};
  const input = await withStoredHtml(cx, { fields }, draftOf({ fields }, body, undefined, none), undefined);
  await refuseProblems(cx, { fields }, input, await missingReferences(cx, { fields }, input));
  await refuseNotOffered(cx, { fields }, input);
  return input;
}

/** Judged again on rows as a list shows them: they may have changed since the button was shown. */
async function refuseOff(
  cx: Context,
  { module, rules }: ServerModule,
  name: string,
  spec: ActionSpec,
  ids: readonly string[],
) {
  if (rules.actions?.[name]?.isAlwaysTaken || (!spec.shown && !spec.off)) return;
  for (const id of ids) {
    const row = (await cx.rows(module).get(id)) ?? refuse('notYours');
    const shown = (rules.showing ? await rules.showing(row, cx) : row) as never;
    if (spec.shown && !spec.shown(shown)) refuse('action.notOffered');
    const why = spec.off?.(shown);
    if (why) refuse('action.off', { text: textIn(why, cx.language) });
  }
}

function actionCall(served: ServerModule, name: string, spec: ActionSpec): Call {
  const { module, rules } = served;
  const rule = rules.actions?.[name];
  if (!rule) throw new Error(`the action '${name}' of the module '${module.name}' has no rule on the server`);
  const idsAs = rule.idsAs ?? 'ids';
  const idsOf = ({ ids, [idsAs]: alias }: ActionInput) =>
    spec.on === 'list' ? [] : ids.length > 0 ? ids : (alias as string[]);
  const takes = {
    ids: idList(1000),
    [idsAs]: idList(1000),
    reason: optional(words(undefined, '原因', 'Why')),
    version: optional(freeText('所见的版本，逗号分隔', 'Versions as they were seen, comma-joined')),
    ...(rule.trial
      ? { dryRun: flag('只试算，不写入', 'Say what would be done, and write nothing'), trial: confirmedTrial() }
      : {}),
  };
  return defineCall({
    method: 'POST',
    path: module.url(name),
    title: [`${module.label.zh}：${spec.label[0]}`, `${module.label.en}: ${spec.label[1]}`],
    body: takes,
    describes: { body: actionSchema(takes, spec.fields) },
    answer: rule.answer ?? done,
    permission: `${module.name}_${name}`,
    ...(module.acrossTenants ? { acrossTenants: true as const } : {}),
    ...(module.scope === 'platform' ? { writesPlatform: true as const } : {}),
    ...(rule.asOwner ? { asOwner: true as const } : {}),
    ...(spec.mayWait ? { foretells: true as const } : {}),
    ...(rule.preparing
      ? { prepare: ({ input }, entitled) => rule.preparing!({ ids: idsOf(input as ActionInput) }, entitled) }
      : {}),
    async handle(cx, { input, body, prepared }) {
      const { reason, version, dryRun, trial } = input as ActionInput;
      const ids = idsOf(input as ActionInput);
      return doAction(cx, served, name, spec, { ids, reason, version, body, prepared, isTrial: dryRun, trial });
    },
  });
}

/** What an action is asked to do. `body`: the values of its form. */
export interface ActionAsked {
  ids: string[];
  reason?: string | undefined;
  version?: string | undefined;
  body: Record<string, unknown>;
  prepared?: unknown;
  /** It is only said what would be done. */
  isTrial?: boolean | undefined;
  /** What the person has seen of that. */
  trial?: string | undefined;
}

/** Does an action, with its locks, its confirmation and its history, and answers what it tells: true by default.
 *  Whether the person may is checked before. */
export async function doAction(
  cx: Context,
  served: ServerModule,
  name: string,
  spec: ActionSpec,
  { ids, reason: said = '', version, body, prepared, isTrial = false, trial }: ActionAsked,
): Promise<unknown> {
  const { module, rules } = served;
  const rule = rules.actions?.[name] ?? refuse('bug');
  if (spec.on !== 'list' && ids.length === 0) refuse('nothingChosen');
  if ((spec.on ?? 'row') === 'row' && ids.length > 1) refuse('tooMany', { limit: 1 });
  const reason = said.trim().slice(0, mostReason);
  if (spec.question?.needsReason && reason === '' && !isTrial) refuse('action.reasonNeeded');
  const rows = ids.length > 0 ? await lockedRows(cx, served, ids, version) : [];
  await rule.allow?.(cx, rows as never);
  await refuseOff(cx, served, name, spec, ids);
  if (isTrial && rule.trial) return rule.trial(cx, rows as never);
  const input = await inputOf(cx, spec, { body });
  const noted = cx.entries.length;
  let told: unknown = true;
  const answer = (data: unknown) => {
    told = data;
  };
  const changes = (await rule.run(cx, rows as never, { reason, input, prepared, trial, answer })) ?? undefined;
  const note = { action: name as AuditAction, reason }; // its label is its name in the history
  const rowsOf = cx.rows(module) as unknown as Rows<Row>;
  const isNoted = (id: string) =>
    cx.entries.slice(noted).some((entry) => entry.entity === module.name && entry.entityId === id);
  for (const row of rows) {
    const change = changes instanceof Map ? changes.get(row.id) : changes;
    if (change) await rowsOf.update(row, change as Row, note);
    else if (!isNoted(row.id)) writeAudit(cx, module, row, [], note);
  }
  return told;
}

export function actionCalls(served: ServerModule): Call[] {
  return Object.entries(served.module.actions).flatMap(([name, spec]) =>
    isAction(spec) ? [actionCall(served, name, spec)] : [],
  );
}
