#!/usr/bin/env python3
"""Writes a price list in the form of AmazonEC2's bulk offer, made up by a seed, to standard output:

    bench/price_list.py MEGABYTES [--seed N] [--csv]

Products of every operating system, tenancy and region stand in it with their on-demand and reserved terms, in the
proportions of the real file; its instances of accelerators have a made-up price each.
"""
import argparse
import random
import sys

ACCELERATED = ["p4d.24xlarge", "p5.48xlarge", "g5.12xlarge", "g6.48xlarge", "g6e.xlarge", "inf2.48xlarge",
               "trn1.32xlarge", "trn2.48xlarge"]
SIZES = ["large", "xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge", "24xlarge", "metal"]
FAMILIES = [f"{letter}{generation}{kind}" for letter in "cmrtxi" for generation in (5, 6, 7, 8)
            for kind in ("", "a", "g", "i", "gd", "n")]
REGIONS = {"us-east-1": ("US East (N. Virginia)", ""), "us-east-2": ("US East (Ohio)", "USE2-"),
           "us-west-2": ("US West (Oregon)", "USW2-"), "eu-central-1": ("EU (Frankfurt)", "EUC1-"),
           "ap-northeast-1": ("Asia Pacific (Tokyo)", "APN1-")}
SYSTEMS = {"Linux": "RunInstances", "Windows": "RunInstances:0002", "RHEL": "RunInstances:0010",
           "SUSE": "RunInstances:000g"}
TENANCIES = {"Shared": "BoxUsage", "Dedicated": "DedicatedUsage", "Host": "HostBoxUsage"}
SOFTWARE = ["NA", "NA", "SQL Std", "SQL Web", "SQL Ent"]
CAPACITY = ["Used", "Used", "UnusedCapacityReservation", "AllocatedCapacityReservation"]
RESERVED = [(lease, offering, purchase, code)
            for lease, offering, codes in (("1yr", "standard", "4NA7Y494T4 HU7G6KETJZ 6QCMYABX3D"),
                                           ("1yr", "convertible", "7NE97W5U4E CUZHX8X6JH VJWZNREJX2"),
                                           ("3yr", "standard", "BPH4J8HBKS 38NPMPTW36 NQ3QZPMQV9"),
                                           ("3yr", "convertible", "Z2E3P23VKM R5XV2EPZQZ MZU6U2429S"))
            for purchase, code in zip(("No Upfront", "Partial Upfront", "All Upfront"), codes.split())]
COLUMNS = ["SKU", "OfferTermCode", "RateCode", "TermType", "PriceDescription", "EffectiveDate", "StartingRange",
           "EndingRange", "Unit", "PricePerUnit", "Currency", "RelatedTo", "LeaseContractLength", "PurchaseOption",
           "OfferingClass", "Product Family", "serviceCode", "Location", "Location Type", "Instance Type",
           "Current Generation", "Instance Family", "vCPU", "Physical Processor", "Clock Speed", "Memory", "Storage",
           "Network Performance", "Processor Architecture", "Tenancy", "Operating System", "License Model", "usageType",
           "operation", "CapacityStatus", "Dedicated EBS Throughput", "ECU", "GPU", "Normalization Size Factor",
           "Pre Installed S/W", "Processor Features", "serviceName", "MarketOption", "Region Code"]


def products(random_):
    while True:
        accelerated = random_.random() < 0.03
        instance = random_.choice(ACCELERATED) if accelerated else f"{random_.choice(FAMILIES)}.{random_.choice(SIZES)}"
        region = random_.choice(list(REGIONS))
        system, tenancy = random_.choice(list(SYSTEMS)), random_.choice(list(TENANCIES))
        capacity, software = random_.choice(CAPACITY), random_.choice(SOFTWARE)
        if accelerated and random_.random() < 0.5:
            system, tenancy, capacity, software = "Linux", "Shared", "Used", "NA"
        yield {
            "sku": "".join(random_.choices("ABCDEFGHJKMNPQRSTUVWXYZ23456789", k=16)),
            "usd": round(random_.uniform(0.05, 100), 4),
            "attributes": {
                "servicecode": "AmazonEC2", "location": REGIONS[region][0], "locationType": "AWS Region",
                "instanceType": instance, "currentGeneration": "Yes",
                "instanceFamily": "GPU instance" if accelerated else "General purpose", "vcpu": "96",
                "physicalProcessor": "Intel Xeon Platinum 8175", "clockSpeed": "3.1 GHz", "memory": "384 GiB",
                "storage": "EBS only", "networkPerformance": "Up to 10 Gigabit", "processorArchitecture": "64-bit",
                "tenancy": tenancy, "operatingSystem": system, "licenseModel": "No License required",
                "usagetype": f"{REGIONS[region][1]}{TENANCIES[tenancy]}:{instance}", "operation": SYSTEMS[system],
                "availabilityzone": "NA", "capacitystatus": capacity, "classicnetworkingsupport": "false",
                "dedicatedEbsThroughput": "Up to 2120 Mbps", "ecu": "10", "enhancedNetworkingSupported": "Yes",
                "gpuMemory": "NA", "intelAvxAvailable": "Yes", "intelAvx2Available": "Yes",
                "intelTurboAvailable": "Yes", "marketoption": "OnDemand", "normalizationSizeFactor": "4",
                "preInstalledSw": software,
                "processorFeatures": "Intel AVX; Intel AVX2; Intel AVX512; Intel Turbo", "regionCode": region,
                "servicename": "Amazon Elastic Compute Cloud", "vpcnetworkingsupport": "true"}}


def members(fields, indent):
    blank = " " * indent
    return ",\n".join(f'{blank}"{key}" : "{value}"' for key, value in fields.items())


def product_json(product):
    sku = product["sku"]
    return (f'    "{sku}" : {{\n      "sku" : "{sku}",\n      "productFamily" : "Compute Instance",\n'
            f'      "attributes" : {{\n{members(product["attributes"], 8)}\n      }}\n    }}')


def offer_json(product, code, usd, terms):
    sku = product["sku"]
    rate = f"{sku}.{code}.6YS6EN2CT7"
    said = f'${usd} per {product["attributes"]["operatingSystem"]} {product["attributes"]["instanceType"]} Instance Hour'
    attributes = f'{{\n{members(terms, 12)}\n          }}' if terms else "{ }"
    return (f'        "{sku}.{code}" : {{\n          "offerTermCode" : "{code}",\n          "sku" : "{sku}",\n'
            f'          "effectiveDate" : "2026-11-01T00:00:00Z",\n          "priceDimensions" : {{\n'
            f'            "{rate}" : {{\n              "rateCode" : "{rate}",\n              "description" : "{said}",\n'
            f'              "beginRange" : "0",\n              "endRange" : "Inf",\n              "unit" : "Hrs",\n'
            f'              "appliesTo" : [ ],\n              "pricePerUnit" : {{\n'
            f'                "USD" : "{usd:.10f}"\n              }}\n            }}\n          }},\n'
            f'          "termAttributes" : {attributes}\n        }}')


def reserved_offers(product):
    for at, (lease, offering, purchase, code) in enumerate(RESERVED):
        usd = round(product["usd"] * (0.7 - 0.03 * at), 4) if purchase != "All Upfront" else 0
        yield code, usd, {"LeaseContractLength": lease, "OfferingClass": offering, "PurchaseOption": purchase}


def write_json(size, random_, out):
    made, terms, written = [], [], 0
    source = products(random_)
    while written < size:  # what a product and its terms will take
        product = next(source)
        made.append(product_json(product))
        on_demand = f'      "{product["sku"]}" : {{\n{offer_json(product, "JRTCKXETXF", product["usd"], {})}\n      }}'
        reserved = ",\n".join(offer_json(product, *offer) for offer in reserved_offers(product))
        terms.append((on_demand, f'      "{product["sku"]}" : {{\n{reserved}\n      }}'))
        written += len(made[-1]) + len(on_demand) + len(terms[-1][1])
    out.write('{\n  "formatVersion" : "v1.0",\n  "disclaimer" : "Made up {by a seed}, \\"in the form\\" of a price list",\n'
              '  "offerCode" : "AmazonEC2",\n  "version" : "20261120000000",\n'
              '  "publicationDate" : "2026-11-20T00:00:00Z",\n  "products" : {\n')
    out.write(",\n".join(made))
    out.write('\n  },\n  "terms" : {\n    "OnDemand" : {\n')
    out.write(",\n".join(on_demand for on_demand, _ in terms))
    out.write('\n    },\n    "Reserved" : {\n')
    out.write(",\n".join(reserved for _, reserved in terms))
    out.write('\n    }\n  },\n  "attributesList" : { }\n}\n')


def write_csv(size, random_, out):
    for key, value in (("FormatVersion", "v1.0"), ("Disclaimer", 'Made up, ""in the form"" of a price list'),
                       ("Publication Date", "2026-11-20T00:00:00Z"), ("Version", "20261120000000"),
                       ("OfferCode", "AmazonEC2")):
        out.write(f'"{key}","{value}"\n')
    out.write(",".join(f'"{column}"' for column in COLUMNS) + "\n")
    written = 0
    for product in products(random_):
        sku, attributes = product["sku"], product["attributes"]
        for code, usd, terms in [("JRTCKXETXF", product["usd"], {}), *reserved_offers(product)]:
            cells = [sku, code, f"{sku}.{code}.6YS6EN2CT7", "Reserved" if terms else "OnDemand",
                     f"${usd} per {attributes['operatingSystem']} {attributes['instanceType']} Instance Hour",
                     "2026-11-01", "0", "Inf", "Hrs", f"{usd:.10f}", "USD", "", terms.get("LeaseContractLength", ""),
                     terms.get("PurchaseOption", ""), terms.get("OfferingClass", ""), "Compute Instance", "AmazonEC2",
                     attributes["location"], "AWS Region", attributes["instanceType"], "Yes",
                     attributes["instanceFamily"], "96", attributes["physicalProcessor"], "3.1 GHz", "384 GiB",
                     "EBS only", "Up to 10 Gigabit", "64-bit", attributes["tenancy"], attributes["operatingSystem"],
                     attributes["licenseModel"], attributes["usagetype"], attributes["operation"],
                     attributes["capacitystatus"], attributes["dedicatedEbsThroughput"], "10", "", "4",
                     attributes["preInstalledSw"], attributes["processorFeatures"], attributes["servicename"],
                     "OnDemand", attributes["regionCode"]]
            line = ",".join(f'"{cell}"' for cell in cells) + "\n"
            out.write(line)
            written += len(line)
        if written >= size:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("megabytes", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv", action="store_true")
    asked = parser.parse_args()
    write = write_csv if asked.csv else write_json
    write(asked.megabytes * 1e6, random.Random(asked.seed), sys.stdout)


if __name__ == "__main__":
    main()
