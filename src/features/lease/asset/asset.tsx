import { label } from '../../../../contract/domain/text';
import { asset } from '../../../../contract/modules/lease/asset';
import { defineFeature } from '../../crud/feature';
import { assetScreen } from './assetScreen';

export const feature = defineFeature(asset, () => ({
  ...assetScreen,
  first: {
    text: label(
      '租赁物在订单页录入，也可以在这里新增；合同附件按这里的内容列明。',
      'Objects are entered on the page of their order or here; the annex of the contract lists them.',
    ),
  },
}));
