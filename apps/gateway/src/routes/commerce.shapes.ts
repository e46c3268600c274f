import type {
  GetShopifyCustomerRequest,
  GetShopifyCustomerResponse,
} from '@parley/proto/generated/parley/contacts/v1/commerce_service';
import type { Shape } from '../rest';

/** "`customer` may be null for guest checkouts": the contract's messages leave null out, the document shows it. */
export const shopifyCustomer: Shape<GetShopifyCustomerRequest, GetShopifyCustomerResponse> = {
  render: ({ customer, orders, shopDomain }) =>
    orders === undefined ? {} : { customer: (customer as unknown) ?? null, orders, shopDomain },
  schema: { $ref: '#/components/schemas/parley.contacts.v1.GetShopifyCustomerResponse' },
};
