import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type Proposal, reasons } from '../../../../contract/domain/bank/match';
import type { Tone } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { filledIn, type Language, textIn } from '../../../../contract/domain/text';
import { lineStates } from '../../../../contract/modules/lease/bankStatement';
import { directions, receipt } from '../../../../contract/modules/lease/receipt';
import type { BankLine } from '../../../../contract/wire/bank/lines';
import { preferences } from '../../../store/preferences';
import type { IconName } from '../../../ui/icons/Icon';
import { SelectInput } from '../../../ui/inputs/choices';
import { Dash } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { text } from '../../../ui/layout/text';
import { EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { PageLink } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import styles from './LinesTable.module.css';
import { isOpenLine, type StatementPage, statementPages } from './statementSlice';

const { actions: at } = statementPages;

const signs = {
  1: ['success', 'checkmark-circle'],
  2: ['warning', 'warning'],
  3: ['neutral', 'circle'],
} as const satisfies Record<number, readonly [Tone, IconName]>;

/** Why an answer fits: whole clauses, which a comma would run together. */
function whyOf({ reasons: why }: Proposal, language: Language, t: TFunction): string {
  const clauses = why.map(({ code, values = {} }) => filledIn(textIn(reasons[code], language), values));
  return clauses.join(t('bank.whySeparator'));
}

/** What an answer pays. */
function nameOf({ customerName, shares, receiptId }: Proposal, t: TFunction): string {
  return receiptId
    ? t('bank.asReceipt', { name: customerName })
    : t('bank.asShares', { name: customerName, code: shares[0]?.contractCode ?? '', count: shares.length });
}

/** The longer of the two lines about the answer to a line of the statement. */
function longestOf({ id, proposals }: BankLine, { answers }: StatementPage, language: Language, t: TFunction): string {
  const proposal = proposals[answers[id] ?? 0];
  if (!proposal) return t('bank.noMatch');
  const [name, why] = [nameOf(proposal, t), whyOf(proposal, language, t)];
  return name.length > why.length ? name : why;
}

function ProposalCell({ line, page, path }: { line: BankLine; page: StatementPage; path: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { proposals } = line;
  const chosen = page.answers[line.id] ?? 0;
  const proposal = proposals[chosen];
  if (!proposal) return isOpenLine(line) ? <span className={text.caption}>{t('bank.noMatch')}</span> : <Dash />;
  const why = whyOf(proposal, language, t);
  return (
    <div className={styles.proposal}>
      {proposals.length > 1 ? (
        <SelectInput
          aria-label={t('bank.choose', { row: line.lineNo })}
          value={String(chosen)}
          onChange={(value) => dispatch(at.answer({ path, id: line.id, at: Number(value) }))}
          options={proposals.map((one, index) => ({ value: String(index), label: nameOf(one, t) }))}
        />
      ) : (
        <span className={styles.why} title={nameOf(proposal, t)}>
          {nameOf(proposal, t)}
        </span>
      )}
      <span className={`${text.caption} ${styles.why}`} title={why}>
        {why}
      </span>
    </div>
  );
}

/** What has become of a line. No component, so that its column is as wide as what it says. */
function stateOf(line: BankLine, t: TFunction) {
  const { state, verdict, receiptId, receiptNo, reason } = line;
  if (receiptId)
    return (
      <PageLink to={{ feature: receipt.name, rest: `detail/${receiptId}` }}>
        {receiptNo ?? t(state === lineStates.linked ? 'bank.linked' : 'bank.done')}
      </PageLink>
    );
  if (state === lineStates.ignored)
    return (
      <StatusChip tone="neutral" glyph="circle" title={reason}>
        {t('bank.ignored')}
      </StatusChip>
    );
  const [tone, glyph] = signs[verdict as 1] ?? signs[3];
  return (
    <StatusChip tone={tone} glyph={glyph}>
      {t(`bank.verdict_${verdict}` as 'bank.verdict_1')}
    </StatusChip>
  );
}

/** The lines of a statement with what each pays, why, and what has become of it. */
export function LinesTable({ page, path }: { page: StatementPage; path: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { density } = useSelector(preferences.selectors.all);
  const { language } = useFormat();
  const columns: Column<BankLine>[] = [
    { key: 'valueDate', head: t('bank.day'), phone: 'date', cell: ({ valueDate }) => valueDate },
    {
      key: 'amount',
      head: t('bank.amount'),
      align: 'right',
      strong: true,
      phone: 'amount',
      cell: ({ amount, direction }) => `${direction === directions.received ? '+' : '−'}${formatMoney(amount)}`,
    },
    {
      key: 'party',
      head: t('bank.party'),
      width: 170,
      isLong: true,
      phone: 'name',
      cell: ({ partyName, partyAccount }) => <span title={partyAccount}>{partyName || partyAccount || <Dash />}</span>,
    },
    {
      key: 'purpose',
      head: t('bank.purpose'),
      width: 150,
      isLong: true,
      phone: 'note',
      cell: ({ purpose }) => <span title={purpose}>{purpose || <Dash />}</span>,
    },
    {
      key: 'match',
      head: t('bank.match'),
      isLong: true,
      phone: 'code',
      text: (line) => longestOf(line, page, language, t),
      cell: (line) => <ProposalCell line={line} page={page} path={path} />,
    },
    { key: 'state', head: t('bank.state'), phone: 'state', cell: (line) => stateOf(line, t) },
  ];
  const rows = page.lines?.records ?? [];
  return (
    <FittedTable<BankLine>
      caption={t('bank.lines')}
      columns={columns}
      rows={rows}
      {...(page.lines ? {} : { awaited: 10 })}
      keyOf={({ id }) => id}
      selection={{
        picked: new Set(Object.keys(page.picked)),
        onToggle: ({ id }, on) => dispatch(at.pick({ path, ids: [id], on })),
        onToggleAll: (on) => dispatch(at.pick({ path, ids: rows.map(({ id }) => id), on })),
        label: ({ lineNo }) => t('bank.pickLine', { row: lineNo }),
        labelAll: t('bank.pickAll'),
      }}
      actions={{
        head: t('bank.actions'),
        width: 88,
        more: t('bank.actions'),
        of: (line) =>
          isOpenLine(line)
            ? [
                {
                  key: 'assign',
                  label: t('bank.assign'),
                  icon: 'edit',
                  onClick: () => dispatch(at.assign({ path, line })),
                },
              ]
            : [],
      }}
      density={density}
      isDouble
      busy={page.busy}
      empty={<EmptyState kind="never" title={t('bank.empty')} />}
    />
  );
}
