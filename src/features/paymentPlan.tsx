import { paymentPlan } from '../../contract/modules/paymentPlan';
import { defineFeature } from './feature';

export const feature = defineFeature(paymentPlan);
