import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { fileSize } from '../../../../contract/domain/files/fileSize';
import type { Tone } from '../../../../contract/domain/lifecycle/orderStates';
import { countIn, type Language } from '../../../../contract/domain/text';
import {
  isInMaking,
  mostRowsStreamed,
  type Transfer,
  type TransferState,
  transferDays,
} from '../../../../contract/wire/transfer';
import { preferences } from '../../../store/preferences';
import type { IconName } from '../../../ui/icons/Icon';
import { Button } from '../../../ui/inputs/buttons';
import { Dash } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { ProgressLine } from '../../../ui/layout/ProgressLine';
import { StatusChip } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { EmptyState } from '../../../ui/overlays/messages';
import type { Column, RowAction } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import type { Feature } from '../../crud/feature';
import { useFormat } from '../../crud/useFormat';
import { transferSaga } from './transferSaga';
import { transfers } from './transferSlice';

const { actions: at, selectors: see } = transfers;

const looks: Readonly<Record<TransferState, readonly [Tone, IconName]>> = {
  waiting: ['neutral', 'clock'],
  running: ['brand', 'arrow-clockwise'],
  done: ['plain-success', 'checkmark-circle'],
  failed: ['danger', 'error-circle'],
  cancelled: ['quiet', 'dismiss-circle'],
};

/** How far a file in the making is; the state of any other, with the reason of a failure. */
function State({ row, language, t }: { row: Transfer; language: Language; t: TFunction }) {
  const { state, rows, total, problem } = row;
  if (state === 'running')
    return (
      <ProgressLine
        label={t('transfers.progress', { rows: countIn(rows, language), total: countIn(total, language) })}
        share={total === 0 ? 1 : Math.min(1, rows / total)}
      />
    );
  const [tone, glyph] = looks[state];
  return (
    <>
      <StatusChip tone={tone} glyph={glyph}>
        {t(`transfers.${state}`)}
      </StatusChip>{' '}
      {problem && (
        <span className={text.caption} title={problem}>
          {problem}
        </span>
      )}
    </>
  );
}

function columnsFor(t: TFunction, language: Language): Column<Transfer>[] {
  return [
    { key: 'file', head: t('transfers.file'), isLong: true, phone: 'name', cell: ({ fileName }) => fileName },
    {
      key: 'state',
      head: t('transfers.state'),
      width: 260,
      phone: 'state',
      cell: (row) => <State row={row} language={language} t={t} />,
    },
    {
      key: 'rows',
      head: t('transfers.rows'),
      align: 'right',
      phone: 'note',
      cell: ({ total }) => countIn(total, language),
    },
    {
      key: 'size',
      head: t('transfers.size'),
      align: 'right',
      cell: ({ size }) => (size === null ? <Dash /> : fileSize(size)),
    },
    {
      key: 'created',
      head: t('transfers.created'),
      phone: 'date',
      cell: ({ createTime }) => createTime.slice(0, 16),
    },
    {
      key: 'expires',
      head: t('transfers.expires'),
      cell: ({ expiresAt, size }) => (expiresAt === null || size === null ? <Dash /> : expiresAt.slice(0, 16)),
    },
  ];
}

/** A person's own exports. */
function TransferPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { density } = useSelector(preferences.selectors.all);
  const { rows, isCutOff, busy } = useSelector(see.all);
  const columns = useMemo(() => columnsFor(t, language), [t, language]);
  const actions = useMemo(() => {
    const of = ({ id, state }: Transfer): RowAction[] => {
      const action = (verb: Parameters<typeof at.act>[0]['verb'], icon: IconName): RowAction => ({
        key: verb,
        label: t(`transfers.${verb}`),
        icon,
        onClick: () => dispatch(at.act({ id, verb })),
        ...(busy[id] ? { disabled: t('transfers.running') } : {}),
      });
      if (isInMaking(state)) return [action('cancel', 'dismiss')];
      return [
        ...(state === 'done' ? [action('download', 'arrow-download')] : []),
        action('again', 'arrow-clockwise'),
        action('remove', 'delete'),
      ];
    };
    return { head: t('transfers.actions'), of, more: t('transfers.more'), width: 210 };
  }, [t, dispatch, busy]);
  return (
    <Page variant="fill">
      <PageTitle title={t('transfer.mine')} />
      <p className={text.caption}>
        {t('transfers.intro', { rows: countIn(mostRowsStreamed, language), days: transferDays })}
      </p>
      <Card variant="fill">
        {isCutOff && rows === null ? (
          <EmptyState kind="network" title={t('transfers.cutOff')}>
            <Button icon="arrow-clockwise" onClick={() => dispatch(at.load())}>
              {t('frame.retry')}
            </Button>
          </EmptyState>
        ) : (
          <FittedTable<Transfer>
            caption={t('transfer.mine')}
            columns={columns}
            rows={rows ?? []}
            {...(rows === null ? { awaited: 5 } : {})}
            keyOf={({ id }) => id}
            actions={actions}
            density={density}
            empty={<EmptyState kind="never" title={t('transfers.none')} text={t('transfers.noneText')} />}
          />
        )}
      </Card>
    </Page>
  );
}

export const feature: Feature = {
  name: 'transfer',
  slices: [transfers],
  saga: transferSaga,
  pages: { '': TransferPage },
};
