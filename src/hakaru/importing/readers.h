// The files that can be imported, each by a function that reads it to its end: what it does not want it counts, with
// why. A file that is cut off, or is none of its kind, gives an error and nothing else.
#pragma once

#include <optional>

#include "hakaru/importing/byte_source.h"
#include "hakaru/importing/imported.h"
#include "hakaru/importing/known_hardware.h"

namespace hakaru {

using ImportReader = std::optional<Error>(ByteSource& source, const ImportContext& context, Imported& imported);

/// AmazonEC2's bulk offer, as JSON (index.json) or CSV (index.csv): on-demand and reserved prices of Linux.
/// AmazonSageMaker's, as JSON: prices of training jobs, endpoints and HyperPod.
ImportReader read_aws_price_list;
/// aws ec2 describe-instance-types: figures of instances.
ImportReader read_aws_instance_types;
/// aws ec2 describe-instance-type-offerings: what exists where.
ImportReader read_aws_offerings;
/// aws ec2 describe-spot-price-history.
ImportReader read_aws_spot_history;
/// aws ec2 describe-capacity-block-offerings.
ImportReader read_aws_capacity_blocks;
/// aws savingsplans describe-savings-plans-offering-rates, or a region's bulk offer of Savings Plans.
ImportReader read_aws_savings_plans;
/// Azure's retail prices, page by page.
ImportReader read_azure_prices;
/// The SKUs of Google's Cloud Billing Catalog, page by page: of the parts of machines.
ImportReader read_gcp_skus;
/// A cloud's vms.csv of SkyPilot's catalogue.
ImportReader read_skypilot;
/// A catalogue of gpuhunt.
ImportReader read_gpuhunt;
/// OCI's price list (apexapps.oracle.com/pls/apex/cetools/api/v1/products).
ImportReader read_oci_prices;

}  // namespace hakaru
