import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { moduleNamed } from '../../../../contract/modules';
import type { Uses } from '../../../../contract/wire/attachments';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { PageLink } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { attachUses } from './usesSlice';

const { actions: at, selectors: see } = attachUses;

function UseList({ uses: { records, others } }: { uses: Uses }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  if (records.length + others === 0) return <p>{t('resource.unused')}</p>;
  return (
    <div className={arrange.list}>
      {records.map(({ entity, id, title }) => (
        <div key={`${entity} ${id}`}>
          <span className={text.caption}>{textIn(moduleNamed(entity)?.label, language) ?? entity}</span>
          <PageLink
            to={{ feature: entity, ...(entity === 'order' ? { rest: `detail/${id}` } : {}) }}
            onClick={() => dispatch(at.close())}
          >
            {title}
          </PageLink>
        </div>
      ))}
      {others > 0 && <div className={text.caption}>{t('resource.others', { count: others })}</div>}
    </div>
  );
}

/** The records that use an attachment. */
export function UsesDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { shown, uses, isLost } = useSelector(see.all);
  if (!shown) return null;
  const close = () => dispatch(at.close());
  return (
    <Dialog
      title={t('resource.usesTitle', { name: shown.name })}
      size={600}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={<Button onClick={close}>{t('frame.close')}</Button>}
    >
      {isLost ? (
        <MessageBar
          tone="danger"
          action={
            <Button size="small" onClick={() => dispatch(at.show(shown))}>
              {t('frame.retry')}
            </Button>
          }
        >
          {t('resource.usesLost')}
        </MessageBar>
      ) : uses ? (
        <UseList uses={uses} />
      ) : (
        <CardSkeleton lines={3} />
      )}
    </Dialog>
  );
}
