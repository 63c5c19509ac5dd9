import type { KeyboardEvent, SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useParams } from 'react-router-dom';
import { draft as draftState } from '../../../../../contract/domain/lifecycle/orderStates';
import { joined, textIn } from '../../../../../contract/domain/text';
import { isId } from '../../../../../contract/domain/values';
import { type Order, order } from '../../../../../contract/modules/lease/order';
import { permission } from '../../../../store/navigation/menu';
import { tabs } from '../../../../store/navigation/route';
import { Button } from '../../../../ui/inputs/buttons';
import { arrange } from '../../../../ui/layout/arrange';
import { Form } from '../../../../ui/layout/Form';
import { Page } from '../../../../ui/layout/frame';
import { PageTitle } from '../../../../ui/layout/PageTitle';
import { StatusChip } from '../../../../ui/layout/status';
import { focusFirstField, seekWrong } from '../../../../ui/overlays/focus';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { CardSkeleton, EmptyState } from '../../../../ui/overlays/messages';
import { textOf } from '../../../crud/cells';
import { errorText } from '../../../crud/errorText';
import { useFormat } from '../../../crud/useFormat';
import { NoOrder } from '../OrderMissing';
import { orderChip } from '../orderChip';
import styles from './OrderForm.module.css';
import { AccountCard, CustomerCard, OfferCard } from './OrderFormCards';
import {
  changedByOthers,
  freeFields,
  isDirty,
  type OrderField,
  type OrderForm,
  orderForm,
  statusOf,
} from './orderFormSlice';
import { PlanPreview } from './PlanPreview';

const { actions: at, selectors: see } = orderForm;

/** Says what another user has changed meanwhile, and offers to go on with it or without it. */
function StaleBar({ rest, form }: { rest: string; form: OrderForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const names: Partial<Record<OrderField, keyof Order>> = { customerId: 'customerName', productId: 'productName' };
  const word = (name: OrderField, of: Order | null, value: string) => {
    const shown = names[name] ? of?.[names[name]] : value;
    return name === 'rentTable' ? t('order.form.otherTable') : (textOf(order.fields[name], shown, format) ?? '-');
  };
  return (
    <MessageBar
      tone="warning"
      action={
        <>
          {form.newer && (
            <Button size="small" onClick={() => dispatch(at.keepMine({ rest }))}>
              {t('order.form.keepMine')}
            </Button>
          )}
          <Button size="small" onClick={() => dispatch(at.load({ rest, path: form.path }))}>
            {t('order.form.reload')}
          </Button>
        </>
      }
    >
      {t(form.newer ? 'order.form.stale' : 'order.form.staleUnseen')}
      <ul>
        {changedByOthers(form).map(({ name, was, is }) => (
          <li key={name}>
            {t('order.form.changedTo', {
              label: textIn(order.fields[name].label, format.language),
              was: word(name, form.held, was),
              is: word(name, form.newer, is),
            })}
          </li>
        ))}
      </ul>
    </MessageBar>
  );
}

/** Form of a new or edited order, with a live preview of its plan. */
export function OrderFormPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { id } = useParams();
  const { pathname: path } = useLocation();
  const rest = id === undefined ? 'new' : `edit/${id}`;
  const form = useSelector((state: never) => see.of(state, rest));
  const lost = useSelector((state: never) => see.lost(state, rest));
  const code = order.permission('add');
  const mayAdd = useSelector((state: never) => permission.selectors.may(state, code));
  if ((id !== undefined && !isId(id)) || lost?.isMissing) return <NoOrder />;
  if (id === undefined && !mayAdd)
    return (
      <Page>
        <EmptyState isPage kind="forbidden" title={t('crud.noRight', { code })} />
      </Page>
    );
  if (lost)
    return (
      <Page>
        <EmptyState
          isPage
          kind="network"
          title={t('order.form.lost')}
          text={errorText(t, lost.text) || t('order.form.lostText')}
        >
          <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(at.load({ rest, path }))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  if (!form)
    return (
      <Page>
        <div className={`${arrange.aside} ${styles.halves}`}>
          <div>
            <CardSkeleton />
            <CardSkeleton />
          </div>
          <CardSkeleton lines={10} />
        </div>
      </Page>
    );
  return <Fields rest={rest} form={form} />;
}

function Fields({ rest, form }: { rest: string; form: OrderForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const codes = useSelector(permission.selectors.codes);
  const { language } = format;
  const { held } = form;
  const status = statusOf(form);
  const isDraft = status === draftState;

  const refusal = (code: string) => (codes[code] ? undefined : t('crud.noRight', { code }));
  const saving = refusal(held ? 'order_edit' : 'order_add');
  const submitting = saving ?? refusal('order_status');
  const save = (isSubmit: boolean, { currentTarget }: SyntheticEvent<HTMLElement>) => {
    if (form.busy || (isSubmit ? submitting : saving)) return;
    dispatch(at.save({ rest, isSubmit }));
    seekWrong(currentTarget.closest('form'));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key === 'Enter') save(isDraft, event);
    else if (event.key.toLowerCase() === 's') save(false, event);
    else return;
    event.preventDefault(); // The default action would save the page.
  };
  const fields = order.fields;
  return (
    <Page>
      <Form className={arrange.column} onSubmit={() => {}} onKeyDown={onKeyDown}>
        <span ref={focusFirstField} hidden />
        <PageTitle
          title={held ? `${t('crud.edit')} ${held.contractCode ?? held.customerName ?? ''}` : t('welcome.newOrder')}
          end={
            <>
              <Button onClick={() => dispatch(tabs.actions.closeTab(form.path))}>{t('order.form.cancel')}</Button>
              <Button
                {...(isDraft ? {} : { tone: 'primary' as const })}
                busy={form.busy === 'save'}
                disabledReason={saving}
                keys="Ctrl S"
                onClick={(event) => save(false, event)}
              >
                {t(isDraft ? 'order.form.saveDraft' : 'order.form.save')}
              </Button>
              {isDraft && (
                <Button
                  tone="primary"
                  busy={form.busy === 'submit'}
                  disabledReason={submitting}
                  keys="Ctrl Enter"
                  onClick={(event) => save(true, event)}
                >
                  {t('order.form.submit')}
                </Button>
              )}
            </>
          }
        >
          {held && orderChip(status, format)}
          {isDirty(form) && (
            <StatusChip tone="neutral" glyph="edit">
              {t('order.form.unsaved')}
            </StatusChip>
          )}
        </PageTitle>
        {form.isStale && <StaleBar rest={rest} form={form} />}
        {!isDraft && (
          <MessageBar tone="info">
            {t('order.form.limited', {
              fields: joined(
                freeFields(form).map((name) => textIn(fields[name as OrderField].label, language)),
                language,
              ),
            })}
          </MessageBar>
        )}
        <div className={`${arrange.aside} ${styles.halves}`}>
          <div>
            <CustomerCard rest={rest} form={form} />
            <OfferCard rest={rest} form={form} />
            <AccountCard rest={rest} form={form} />
          </div>
          <PlanPreview form={form} />
        </div>
      </Form>
    </Page>
  );
}
