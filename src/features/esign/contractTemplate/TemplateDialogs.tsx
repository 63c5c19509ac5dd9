import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { storedWording } from '../../../../contract/domain/wording/wording';
import { ref } from '../../../../contract/schema/fields';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { text as style } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { FieldInput } from '../../crud/inputs/inputs';
import { useFormat } from '../../crud/useFormat';
import { compared, differing, type LinePair, type WordingLine } from './comparing';
import { titled } from './editing';
import styles from './TemplateDialogs.module.css';
import { type Side, templateDesk } from './templateSlice';
import { Condition } from './WordingText';

const { actions: at, selectors: see } = templateDesk;
const orderField = ref('order')('订单', 'Order');

/** Asks for the figures that a specimen is printed with. */
function PreviewDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const asked = useSelector(see.preview);
  if (!asked) return null;
  const { name, orderId, isBusy, trouble } = asked;
  const close = () => dispatch(at.close());
  return (
    <Dialog
      title={t('template.previewOf', { name })}
      size={400}
      onClose={close}
      closeLabel={t('frame.close')}
      footer={
        <>
          <Button onClick={close}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form="template-preview" busy={isBusy}>
            {t('template.savePdf')}
          </Button>
        </>
      }
    >
      <Form id="template-preview" className={arrange.column} onSubmit={() => dispatch(at.print())}>
        <p className={style.caption}>{t('template.previewHint')}</p>
        {trouble && (
          <MessageBar tone="warning">
            {trouble.startsWith('*') ? t(trouble.slice(1) as never) : errorText(t, trouble)}
          </MessageBar>
        )}
        <FormField id="preview-order" layout="above" label={textIn(orderField.label, format.language)}>
          <FieldInput
            name="orderId"
            field={orderField}
            draft={{ orderId }}
            format={format}
            onType={(change) => dispatch(at.typePreview(change))}
          />
        </FormField>
      </Form>
    </Dialog>
  );
}

/** A line of one side; what the other side says otherwise is marked. */
function Line({ line, other, side }: { line: WordingLine | null; other: WordingLine | null; side: Side }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  if (!line) return <div className={styles.none} />;
  const own = titled(line.text, language);
  const [before, changed, after] = other ? differing(own, titled(other.text, language)) : ['', own, ''];
  const Mark = side === 'left' ? 'del' : 'ins';
  return (
    <div className={line.kind === 'title' ? style.strong : undefined}>
      {before}
      {changed && (
        <Mark className={styles[side]}>
          <span className={style.unseen}>{t(`template.mark.${side}`)}</span>
          {changed}
        </Mark>
      )}
      {after} <Condition when={line.when} />
    </div>
  );
}

function Pair({ pair: { left, right, isSame } }: { pair: LinePair }) {
  return (
    <li className={styles.pair} data-changed={!isSame || undefined}>
      <Line line={left} other={isSame ? left : right} side="left" />
      <Line line={right} other={isSame ? right : left} side="right" />
    </li>
  );
}

/** Two versions side by side. */
function CompareDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const state = useSelector(see.comparison);
  if (!state) return null;
  const { versions, trouble } = state;
  const wordingOf = (id: string) => storedWording(versions?.find((one) => one.id === id)?.wording);
  const [left, right] = [wordingOf(state.left), wordingOf(state.right)];
  const pairs = left && right ? compared(left, right) : [];
  const count = pairs.filter(({ isSame }) => !isSame).length;
  const close = () => dispatch(at.close());
  return (
    <Dialog
      title={t('template.compare')}
      size="70"
      onClose={close}
      closeLabel={t('frame.close')}
      footer={<Button onClick={close}>{t('frame.close')}</Button>}
    >
      {trouble !== null ? (
        <MessageBar tone="danger">{trouble || t('template.lost')}</MessageBar>
      ) : versions === null ? (
        <CardSkeleton lines={8} />
      ) : (
        <div className={arrange.column}>
          <div className={styles.choice}>
            {(['left', 'right'] as const).map((side) => (
              <SelectInput
                key={side}
                aria-label={t(`template.side.${side}`)}
                value={state[side]}
                options={versions.map(({ id, templateName }) => ({ value: id, label: templateName ?? id }))}
                onChange={(id) => dispatch(at.choose({ [side]: id }))}
              />
            ))}
          </div>
          <p role="status" className={style.caption}>
            {count === 0 ? t('template.same') : t('template.differences', { count })}
          </p>
          <ol className={styles.pairs} aria-label={t('template.compare')}>
            {pairs.map((pair, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
              <Pair key={i} pair={pair} />
            ))}
          </ol>
        </div>
      )}
    </Dialog>
  );
}

export function TemplateDialogs() {
  return (
    <>
      <PreviewDialog />
      <CompareDialog />
    </>
  );
}
