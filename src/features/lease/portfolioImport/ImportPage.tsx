import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { formatMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { importStates, portfolioImport } from '../../../../contract/modules/lease/portfolioImport';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { Page } from '../../../ui/layout/frame';
import { ProgressLine } from '../../../ui/layout/ProgressLine';
import { RecordHead } from '../../../ui/layout/record';
import { Card, KeyValues } from '../../../ui/layout/surfaces';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { CompareDialog } from './CompareDialog';
import { DifferencesCard } from './DifferencesCard';
import { FaultsCard } from './FaultsCard';
import { FiguresCard } from './FiguresCard';
import { portfolioPages, type ImportPage as State } from './portfolioSlice';

const { actions: at, selectors: see } = portfolioPages;

/** Why it cannot be posted now; '' where it can. */
function PostButton({ page, path }: { page: State; path: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const { row } = page;
  if (codes.portfolioImport_post !== true || row?.state !== importStates.checked) return null;
  const undecided = row.undecidedCount ?? 0;
  const why =
    row.approvalAct !== null && row.approvalAct !== undefined
      ? t('portfolio.waiting')
      : undecided > 0
        ? t('portfolio.stillOpen', { count: undecided })
        : '';
  return (
    <Button
      tone="primary"
      busy={page.busy}
      onClick={() => dispatch(at.post({ path }))}
      {...(why === '' ? {} : { disabledReason: why })}
    >
      {t('portfolio.post')}
    </Button>
  );
}

/** One import: what the check found, how the plans differ, and how the figures tie. */
export function ImportPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const { language } = useFormat();
  const { pathname: path } = useLocation();
  const page: State | undefined = useSelector((state: never) => see.of(state, path));
  if (page && page.trouble !== null && !page.row)
    return (
      <Page>
        <EmptyState
          kind={page.trouble ? 'missing' : 'network'}
          title={page.trouble ? errorText(t, page.trouble) : t('portfolio.pageLost')}
          isPage
        >
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.load({ path }))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  if (!page?.row)
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  const { row, faults, orders, figures, compared } = page;
  const { fields } = portfolioImport;
  const wordOf = (name: keyof typeof fields) => textIn(fields[name].label, language);
  const isInWork = row.state === importStates.checking || row.state === importStates.posting;
  const stateText = textIn(fields.state.choices![row.state ?? 1], language);
  return (
    <Page>
      <RecordHead
        title={row.fileName ?? ''}
        back={{ label: t('portfolio.back'), to: addressOf({ feature: portfolioImport.name }) }}
        end={<PostButton page={page} path={path} />}
      />
      {isInWork && <ProgressLine label={`${stateText} ${row.progress ?? 0} %`} share={(row.progress ?? 0) / 100} />}
      <Card>
        <KeyValues
          items={[
            [wordOf('state'), stateText],
            [wordOf('takeoverDate'), row.takeoverDate ?? ''],
            [wordOf('customerCount'), String(row.customerCount ?? 0)],
            [wordOf('orderCount'), String(row.orderCount ?? 0)],
            [wordOf('rowCount'), String(row.rowCount ?? 0)],
            [wordOf('principal'), formatMoney(row.principal ?? '0')],
            ...(row.problem ? [[wordOf('problem'), row.problem] as const] : []),
            ...(row.reason ? [[wordOf('reason'), row.reason] as const] : []),
            ...(row.postedTime ? [[wordOf('postedTime'), `${row.postedTime} ${row.postedName ?? ''}`] as const] : []),
          ]}
        />
      </Card>
      {faults && faults.total > 0 && <FaultsCard page={page} path={path} faults={faults} />}
      {orders && orders.kinds.length > 0 && <DifferencesCard page={page} path={path} orders={orders} />}
      {figures && figures.orders > 0 && <FiguresCard figures={figures} />}
      {compared && <CompareDialog path={path} compared={compared} />}
    </Page>
  );
}
