import { sms } from '../../../contract/modules/resource/sms';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(sms);
