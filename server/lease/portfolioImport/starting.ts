/** From a decided import to its posting: what has to be true, who decides, and the work behind the calls. */
import { sql } from 'kysely';
import { businessDate } from '../../../contract/domain/calendar';
import { sourceLanguage } from '../../../contract/domain/languages';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { cents } from '../../../contract/domain/money';
import { closingTexts } from '../../../contract/domain/portfolio/plans';
import { isProved, isReconciled } from '../../../contract/domain/portfolio/proof';
import { label } from '../../../contract/domain/text';
import { importStates, type PortfolioImport, portfolioImport } from '../../../contract/modules/lease/portfolioImport';
import { type RefusalCode, sentence } from '../../../contract/wire/refusals';
import { absentPrincipal } from '../../auth/session';
import type { ApprovedDeed } from '../../engine/serverModule';
import { defineTask, sendTask, type TaskRun } from '../../engine/tasks';
import type { Context, Deps } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import type { TaskData } from '../../kernel/ports';
import { asOwner } from '../../kernel/register/ownerDatabase';
import { postPortfolio } from './posting';
import { closingSays, reconciliationOf } from './reconciling';
import { tellProgress } from './store';

interface Posted extends TaskData {
  id: string;
  /** Who has posted it. */
  userId: string;
}

/** The import is people's again, with the reason why it was not posted. */
async function giveBack(cx: Context, id: string, problem: string): Promise<void> {
  const [row] = (await cx.rows(portfolioImport).lock([id])) as PortfolioImport[];
  if (row?.state !== importStates.posting) return;
  const change = { state: importStates.checked, progress: 100, problem: problem.slice(0, 500) };
  await cx.rows(portfolioImport).update(row, change);
}

/** The database learns of the new rows at once: until it does by itself, reports of them would be planned for few. */
async function learnSizes({ owner, now }: Pick<Deps, 'owner' | 'now'>, tenantId: string): Promise<void> {
  await owner?.withTenant(tenantId, businessDate(now()), (trx) =>
    asOwner(trx, async () => {
      await sql`analyze lease_customer, lease_order, lease_payment_plan, lease_receipt, lease_payment_txn`.execute(trx);
    }),
  );
}

async function post({ deps, data, work, workAs, isLast }: TaskRun<Posted>): Promise<void> {
  const { id, userId, tenantId } = data;
  try {
    const done = await workAs(
      async (trx) => {
        const principal = await absentPrincipal(deps, trx, { tenantId, userId });
        return principal && { principal, language: sourceLanguage };
      },
      async (cx) => {
        await postPortfolio(cx, id, (percent) => work((other) => tellProgress(other, id, percent)));
        return true;
      },
    );
    if (done) await learnSizes(deps, tenantId);
    else await work((cx) => giveBack(cx, id, sentence('portfolio.noPerson', sourceLanguage)));
  } catch (error) {
    const isRefused = error instanceof Refusal;
    if (!isRefused && !isLast) throw error;
    const { code, detail } = isRefused ? error : { code: 'portfolio.notPosted' as RefusalCode, detail: {} };
    await work((cx) => giveBack(cx, id, sentence(code, sourceLanguage, detail)));
    if (!isRefused) throw error;
  }
}

export const postTask = defineTask<Posted>({ name: 'portfolio.post', retries: 2, pause: 5, atOnce: 1, run: post });

/** Refuses an import that cannot be posted. */
async function judged(cx: Context, row: PortfolioImport, reason: string) {
  if (row.state !== importStates.checked) refuse('portfolio.otherState');
  const shown = (await cx.rows(portfolioImport).get(row.id)) as PortfolioImport;
  if ((shown.undecidedCount ?? 0) > 0) refuse('portfolio.undecided', { count: shown.undecidedCount });
  const figures = await reconciliationOf(cx, row.id);
  if (reason.trim() === '') {
    if (!isReconciled(figures)) refuse('portfolio.reasonNeeded');
    if (!isProved(figures)) refuse('portfolio.unproved');
  }
  return figures;
}

async function begin(cx: Context, row: PortfolioImport, reason: string): Promise<void> {
  await judged(cx, row, reason);
  const { userId } = cx.principal!;
  const change = { state: importStates.posting, progress: 0, reason: reason || null, problem: null, postedBy: userId };
  await cx.rows(portfolioImport).update(row, change, { reason });
  await sendTask(cx, postTask, { id: row.id, userId }, { key: `portfolio ${row.id}` });
}

/** Posts it behind the call, or asks another person first: then it is true. */
export async function askToPost(cx: Context, row: PortfolioImport, reason: string): Promise<boolean> {
  const figures = await judged(cx, row, reason);
  const isHeld = await cx.approvals.hold({
    act: 'portfolioPost',
    module: portfolioImport,
    row,
    name: row.fileName ?? row.id,
    input: {},
    amount: row.principal,
    reason,
    isAlways: true,
    changes: [
      ...figures.lines.map(({ name, old, next }) => ({
        label: label(closingTexts[name][0], closingTexts[name][1]),
        before: inYuan(old),
        after: inYuan(next),
        says: closingSays[name],
      })),
      ...figures.lines.flatMap(({ name, unproved }) => {
        const [zh, en] = closingTexts[name];
        const called = label(`${zh}（无明细支持）`, `${en}, borne out by no row`);
        return cents(unproved) === 0n
          ? []
          : [{ label: called, before: null, after: inYuan(unproved), says: closingSays[name] }];
      }),
    ],
  });
  if (!isHeld) await begin(cx, row, reason);
  return isHeld;
}

/** The posting that others have approved. */
export const approvedPosting: ApprovedDeed = async (cx, { id, reason }) => {
  const [row] = (await cx.rows(portfolioImport).lock([id])) as PortfolioImport[];
  if (!row) return refuse('notYours');
  await begin(cx, row, reason);
};
