import type { ReactNode } from 'react';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { directionName } from '../../../../contract/domain/lifecycle/direction';
import { cancelled, draft } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { type Language, textIn } from '../../../../contract/domain/text';
import { isId } from '../../../../contract/domain/values';
import { type FascContract, inSigningOrder, isUnderWay } from '../../../../contract/modules/esign/fascContract';
import { order, refundStates } from '../../../../contract/modules/lease/order';
import { rowName } from '../../../../contract/modules/lease/paymentPlan';
import { picture } from '../../../../contract/modules/lease/picture';
import { maskCard } from '../../../../contract/schema/mask';
import { browserActions } from '../../../store/browserActions';
import type { CrudSlice } from '../../../store/crud/crud';
import { menu, permission } from '../../../store/navigation/menu';
import { paper } from '../../../store/paper';
import type { IconName } from '../../../ui/icons/Icon';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Money, Percent } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import type { Feature } from '../../crud/feature';
import { PageLink, usePageAddress } from '../../crud/links';
import { NotesCard } from '../../crud/notes/NotesCard';
import { useFormat } from '../../crud/useFormat';
import { AssetsCard } from '../asset/AssetsCard';
import { CollectingDialogs } from '../collection/CollectingDialogs';
import { collecting } from '../collection/collectingSlice';
import { RecordsCard } from '../collection/RecordsCard';
import { CustomerLink } from '../customer/links';
import { LoadingRecord, LostRecord } from '../customer/RecordStates';
import { useDirected } from '../direction/directed';
import { PurchasesCard } from '../purchase/PurchasesCard';
import { LedgerDialog } from '../receipt/LedgerDialog';
import { paperName } from './ContractRow';
import { ContractsCard } from './contracts';
import { CounterDialog } from './counter/counter';
import { counter, counterPermission, openCounter } from './counter/counterSlice';
import { VoucherDialog } from './deeds/VoucherDialog';
import { HeadActions } from './HeadActions';
import { HistoryCard } from './history';
import { ExitLine } from './ledger/ExitLine';
import { RestructureLine } from './ledger/RestructureLine';
import { NextTurn } from './NextTurn';
import { NoOrder } from './OrderMissing';
import { orderChip } from './orderChip';
import { contractBlocked, openPayments, paymentsMenu, refundTo } from './orderDeeds';
import { orderMoves } from './orderMovesSlice';
import { orderPageSaga } from './orderPageSaga';
import { menuOf, type OrderPageState, orderPages, type PartName } from './orderPageSlice';
import { isVoucherStage, PicturesCard } from './pictures/pictures';
import { PlanCard } from './plan/plan';
import { type PlanFigures, payableTotal, planFigures } from './plan/planFigures';
import { Sheets } from './print/OrderSheets';
import { receiptSheet } from './print/sheets';
import { OrderSteps } from './steps';
import { isOverdue, type View } from './view';

const { actions: at } = orderPages;

/** That further people decide on an operation of the order, which then takes no other; undefined where none do. */
function inApproval({ approvalAct }: View['held'], { language, t }: Pick<View, 't'> & { language: Language }) {
  const act = textIn(order.fields.approvalAct.choices?.[String(approvalAct)], language);
  return act && t('orderPage.inApproval', { act });
}

/** Warnings beside the state: pending or failed contracts, overdue instalments. */
/** Why a contract is not waiting for its customer any more. */
const stops = {
  rejected: { glyph: 'dismiss-circle', say: 'orderPage.paperRefused' },
  expired: { glyph: 'clock', say: 'orderPage.paperExpired' },
  failed: { glyph: 'warning', say: 'orderPage.paperFailed' },
  canceled: { glyph: 'arrow-undo', say: 'orderPage.paperWithdrawn' },
} as const satisfies Record<string, { glyph: IconName; say: string }>;

function alerts({ pageState, held, format, t }: View): ReactNode[] {
  const late = (pageState.parts.plan ?? []).filter(isOverdue);
  const papers =
    (held.businessStatus ?? draft) === cancelled
      ? []
      : inSigningOrder(pageState.parts.contracts ?? []).filter(({ status }) => status === 1);
  const waiting = inApproval(held, { language: format.language, t });
  return [
    waiting && (
      <StatusChip key="approval" tone="warning" glyph="hourglass">
        {waiting}
      </StatusChip>
    ),
    waiting && (
      <PageLink key="approvals" to={{ feature: 'approval', search: `entityId=${held.id}` }}>
        {t('orderPage.approvalProgress')}
      </PageLink>
    ),
    held.identityLacks === 1 && held.customerId && (
      <CustomerLink key="identity" id={held.customerId}>
        {t('orderPage.toVerify')}
      </CustomerLink>
    ),
    held.archived === 1 && (
      <StatusChip key="archived" tone="quiet" glyph="box">
        {textIn(order.fields.archived.choices?.['1'], format.language)}
      </StatusChip>
    ),
    ...papers.map((one) => {
      const paper = paperName(one, { format });
      const stop = stops[one.signTaskStatus as keyof typeof stops] as (typeof stops)[keyof typeof stops] | undefined;
      if (stop)
        return (
          <StatusChip key={one.id} tone="danger" glyph={stop.glyph}>
            {t(stop.say, { paper })}
          </StatusChip>
        );
      if (isUnderWay(one)) return null; // nothing is to be done about it
      return (
        <StatusChip key={one.id} tone="warning" glyph="pen">
          {t('orderPage.paperWaits', { paper })}
        </StatusChip>
      );
    }),
    late.length > 0 && (
      <StatusChip key="late" tone="danger" glyph="warning">
        {late.length === 1
          ? t('orderPage.overdueOne', { period: rowName(late[0]!, format.language) })
          : t('orderPage.overdueMany', { count: late.length })}
      </StatusChip>
    ),
  ];
}

/** Amounts, parties, term and account in one line. */
function OrderFigures({ held, format, figures, t }: View & { figures: PlanFigures }) {
  const payable = payableTotal(figures);
  const dash = <span className={text.dash}>-</span>;
  return (
    <Figures
      items={[
        { label: t('orderPage.totalAmount'), value: <Money value={held.totalAmount} />, large: true },
        {
          label: t(figures.isPreview && payable ? 'orderPage.payablePreview' : 'orderPage.payable'),
          value: <Money value={payable} />,
          large: true,
        },
        {
          label: t('orderPage.customer'),
          value: held.customerName ? <CustomerLink id={held.customerId}>{held.customerName}</CustomerLink> : dash,
        },
        { label: textIn(order.fields.productId.label, format.language), value: held.productName ?? dash },
        {
          label: t('orderPage.rateTerm'),
          value: (
            <>
              <Percent value={held.yearRate} /> · {t('orderPage.days', { count: held.deadline ?? 0 })}
            </>
          ),
        },
        {
          label: textIn(order.fields.direction.label, format.language),
          value: textIn(order.fields.direction.choices?.[String(held.direction)], format.language),
        },
        {
          label: t('orderPage.term'),
          value: held.interestDate ? (
            `${held.interestDate} → ${held.maturity ?? figures.plan?.maturity ?? '-'}`
          ) : (
            <span className={text.dash}>{held.businessStatus === cancelled ? '-' : t('orderPage.termOpen')}</span>
          ),
        },
        {
          label: t('orderPage.account'),
          value: held.bankCardCode ? `${held.bankName ?? ''} ${maskCard(held.bankCardCode)}`.trim() : dash,
        },
      ]}
    />
  );
}

/** The message of a part that failed to load; null without a problem. */
function partProblem({ lost, busy }: OrderPageState, name: PartName, t: View['t'], onRetry: () => void) {
  return lost[name] === undefined ? null : (
    <MessageBar
      tone="warning"
      action={
        <Button size="small" busy={busy[name]} onClick={onRetry}>
          {t('frame.retry')}
        </Button>
      }
    >
      {errorText(t, lost[name]) || t('orderPage.lostPart')}
      <span className={text.caption}> {t('orderPage.lostText')}</span>
    </MessageBar>
  );
}

function resend(orderId: string, { type }: Pick<FascContract, 'type'>) {
  return orderMoves.actions.makeContract({ orderId, type: type ?? undefined, resend: true });
}

/** What a cancelled order owes its customer, or has returned. */
function refundLine({ held, t }: View): ReactNode {
  const amount = formatMoney(held.refundDue ?? '0');
  if (held.refundStatus === refundStates.open)
    return <MessageBar tone="warning">{t('refund.open', { amount, to: refundTo(held) })}</MessageBar>;
  if (held.refundStatus !== refundStates.returned) return null;
  return <MessageBar tone="info">{t('refund.returned', { amount, time: held.refundTime ?? '' })}</MessageBar>;
}

/** What the state of the order asks people to do or to know. */
function stateLines(view: View, refusal: (code: string) => string | undefined): ReactNode {
  return (
    <>
      {refundLine(view)}
      <ExitLine {...view} withdrawDisabled={refusal('order_terminate')} />
      <RestructureLine {...view} withdrawDisabled={refusal('order_restructure')} />
    </>
  );
}

/** Each is open while its slice has an order. */
function OrderDialogs() {
  return (
    <>
      <CounterDialog />
      <VoucherDialog />
      <LedgerDialog />
      <CollectingDialogs />
    </>
  );
}

function CopyCode({ held: { contractCode }, t }: View) {
  const dispatch = useDispatch();
  if (!contractCode) return null;
  const copy = () => dispatch(browserActions.copy({ text: contractCode, say: 'orderPage.codeCopied' }));
  return <IconButton icon="copy" size="small" label={t('orderPage.copyCode')} onClick={copy} />;
}

interface PartProps {
  id: string;
  view: View;
  problem: ReactNode;
  refusal: (code?: string) => string | undefined;
}
function PicturesPart({ id, view, problem, refusal }: PartProps) {
  const dispatch = useDispatch();
  return (
    <PicturesCard
      {...view}
      problem={problem}
      onUpload={(place) => dispatch(at.upload({ id, ...place }))}
      onOpen={(url) => dispatch(browserActions.openWindow(url))}
      onRemove={(pictureId) => dispatch(at.removePicture({ id, pictureId }))}
      uploadDisabled={refusal(picture.permission('add'))}
      removeDisabled={refusal(picture.permission('remove'))}
    />
  );
}

/** The page of one order: state, plan, contracts, pictures, history, and its actions. `slice`: that of the list. */
function OrderPage({ slice }: { slice: CrudSlice }) {
  const { id = '' } = useParams();
  const dispatch = useDispatch();
  const format = useFormat();
  const pageState = useSelector((state: never) => orderPages.selectors.pageState(state, id));
  const t = useDirected(directionName(pageState?.parts.order?.direction));
  const codes = useSelector(permission.selectors.codes);
  const menus = useSelector(menu.selectors.leaves, shallowEqual);
  const isMoving = useSelector((state: never) => orderMoves.selectors.isMoving(state, id));
  const addressOf = usePageAddress();
  const retry = (only?: PartName[]) => dispatch(at.reload({ id, only }));
  const held = pageState?.parts.order;
  if (!isId(id) || pageState?.isMissing) return <NoOrder />;
  if (pageState?.lost.order !== undefined && !held)
    return <LostRecord text={pageState.lost.order} onRetry={() => retry()} />;
  if (!pageState || !held) return <LoadingRecord />;

  const view: View = { pageState, held, format, t };
  const waiting = inApproval(held, { language: format.language, t });
  const refusal = (code?: string) =>
    waiting ?? (code === undefined || codes[code] ? undefined : t('crud.noRight', { code }));
  const lacks = (code: string | undefined): code is string =>
    code !== undefined && !menus.some((leaf) => leaf.code === code);
  const menuRefusal = (code?: string) => (lacks(code) ? t('crud.noRight', { code }) : undefined);
  const problemOf = (state: OrderPageState, name: PartName) => partProblem(state, name, t, () => retry([name]));
  // A part that the person may not open has no card.
  const isSeen = (name: PartName) => !lacks(menuOf[name]);
  const figures = planFigures(view);
  const openWindow = (url: string) => dispatch(browserActions.openWindow(url));
  const isVoucherFirst = isVoucherStage(held.businessStatus ?? draft);
  const planCard =
    isSeen('plan') &&
    (pageState.parts.plan || pageState.lost.plan !== undefined ? (
      <PlanCard
        key="plan"
        {...view}
        figures={figures}
        problem={problemOf(pageState, 'plan')}
        {...(isVoucherFirst
          ? {
              fold: {
                isOpen: pageState.isPlanOpen ?? false,
                onFold: (on: boolean) => dispatch(at.openPlan({ id, on })),
              },
            }
          : {})}
        onView={(planView) => dispatch(at.viewPlan({ id, view: planView }))}
        onPay={() => dispatch(openPayments(id))}
        onReceipt={(rowId) => dispatch(paper.actions.open(receiptSheet(rowId)))}
        payDisabled={menuRefusal(paymentsMenu)}
      />
    ) : (
      <CardSkeleton key="plan" lines={12} />
    ));
  const assetsCard = isSeen('assets') && <AssetsCard key="assets" {...view} problem={problemOf(pageState, 'assets')} />;
  const purchasesCard = isSeen('purchases') && (
    <PurchasesCard
      key="purchases"
      {...view}
      problem={problemOf(pageState, 'purchases')}
      isWaiting={isSeen('assets') && !pageState.parts.assets && pageState.lost.assets === undefined}
    />
  );
  const picturesCard = isSeen('pictures') && (
    <PicturesPart key="pictures" view={view} id={id} problem={problemOf(pageState, 'pictures')} refusal={refusal} />
  );
  return (
    <Page>
      <Card>
        <RecordHead
          title={held.contractCode ?? `${t('orderPage.draft')} · ${held.customerName ?? ''}`}
          back={{ label: t('orderPage.back'), to: addressOf({ feature: order.name }) }}
          end={<HeadActions view={view} slice={slice} menuRefusal={menuRefusal} refusal={refusal} />}
        >
          <CopyCode {...view} />
          {orderChip(held.businessStatus, format)}
          {alerts(view)}
        </RecordHead>
        <OrderFigures {...view} figures={figures} />
        <OrderSteps {...view} />
        {!waiting && <NextTurn view={view} codes={codes} />}
        {stateLines(view, refusal)}
        {problemOf(pageState, 'order')}
      </Card>
      <div className={arrange.aside}>
        <div>
          {isVoucherFirst
            ? [picturesCard, planCard, assetsCard, purchasesCard]
            : [planCard, assetsCard, purchasesCard, picturesCard]}
        </div>
        <div>
          {isSeen('contracts') && (
            <ContractsCard
              {...view}
              problem={problemOf(pageState, 'contracts')}
              onOpen={openWindow}
              onCounter={(paper) => dispatch(openCounter(paper))}
              counterDisabled={refusal(counterPermission)}
              onMake={() => dispatch(orderMoves.actions.makeContract({ orderId: id }))}
              onResend={(paper) => dispatch(resend(id, paper))}
              onUrge={({ id: paperId }) => dispatch(orderMoves.actions.urge({ id: paperId, orderId: id }))}
              isMoving={isMoving}
              makeDisabled={refusal('order_contract') ?? contractBlocked(held, t)}
            />
          )}
          {isSeen('collection') && <RecordsCard {...view} problem={problemOf(pageState, 'collection')} />}
          <NotesCard module={order} id={id} />
          <HistoryCard
            {...view}
            problem={problemOf(pageState, 'history')}
            onView={(historyView) => dispatch(at.viewHistory({ id, view: historyView }))}
            onUnfold={() => dispatch(at.unfoldHistory({ id }))}
          />
        </div>
      </div>
      <OrderDialogs />
      <Sheets id={id} view={view} figures={figures} />
    </Page>
  );
}

/** The slices, saga and page of `detail/:id`, for the feature of orders. `list`: the slice of their list. */
export function orderDetail(list: CrudSlice) {
  return {
    slices: [orderPages, counter, collecting],
    saga: orderPageSaga(list),
    page: () => OrderPage({ slice: list }),
  } satisfies { slices: Feature['slices']; saga: Feature['saga']; page: React.ComponentType };
}
