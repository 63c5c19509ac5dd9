import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../contract/domain/text';
import { errorSource, logError } from '../../../contract/modules/log/logError';
import { Button } from '../../ui/inputs/buttons';
import { Dash } from '../../ui/layout/figures';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';
import type { FieldInputProps } from '../crud/screen';
import { LongText, RequestLink } from './Details';
import { errorTapeSaga } from './errorTapeSaga';
import { errorTape } from './errorTapeSlice';

/** The recording of an uploaded error, to be replayed elsewhere. */
function TapeButton({ draft }: FieldInputProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const isBusy = useSelector(errorTape.selectors.isBusy);
  if (Number(draft.hasTape) !== 1) return <Dash />;
  return (
    <div>
      <Button
        icon="arrow-download"
        busy={isBusy}
        onClick={() => dispatch(errorTape.actions.download(String(draft.id)))}
      >
        {t('errorLog.downloadTape')}
      </Button>
    </div>
  );
}

export const feature = defineFeature(
  logError,
  () => ({
    naming: 'message',
    columns: ['createTime', 'createBy', 'source', 'exceptionName', 'message', 'hasTape', 'requestId'],
    widths: {
      createBy: 130,
      source: 112,
      exceptionName: 150,
      hasTape: 96,
      requestId: 190,
      actions: 80,
    },
    search: [
      ...['createTime', 'createBy', 'source', 'exceptionName', 'message', 'requestUri', 'hasTape', 'remoteIp'],
      'requestId',
    ],
    formSize: 1200,
    form: [
      ['createTime', 'createBy'],
      ['source', 'exceptionName'],
      ['message'],
      ['methodClass', 'lineNumber'],
      ['fileName'],
      ['stackTrace'],
      ['info'],
      ['hasTape'],
      ['method', 'requestUri'],
      ['params'],
      ['remoteIp', 'requestId'],
      ['userAgent'],
      ['serverHost', 'serverIp'],
      ['serviceId', 'env'],
    ],
    cells: {
      source: ({ source }, { language }) => (
        <StatusChip
          tone={source === errorSource.server ? 'danger' : 'warning'}
          glyph={source === errorSource.server ? 'database' : 'globe'}
        >
          {textIn(logError.fields.source.choices?.[String(source)], language) ?? ''}
        </StatusChip>
      ),
      requestId: ({ requestId }) => <RequestLink id={requestId ?? ''} />,
    },
    inputs: { stackTrace: LongText, params: LongText, info: LongText, hasTape: TapeButton },
    isFieldShown: (name, { source }) =>
      Number(source) === errorSource.server
        ? !['info', 'hasTape'].includes(name)
        : !['methodClass', 'fileName', 'lineNumber', 'params'].includes(name),
    phone: { message: 'name', exceptionName: 'code', source: 'state', createBy: 'note', createTime: 'date' },
  }),
  { slices: [errorTape], saga: errorTapeSaga },
);
