"""Stable Diffusion in plain PyTorch, layer by layer as Hugging Face's diffusers has it: the UNet and the encoder of its pictures.

Weights are random: how long a step takes does not depend on them. Shapes are those of data/models/diffusion/.
"""
import math

import torch
from torch import nn
from torch.nn import functional as F


class ResidualBlock(nn.Module):
    def __init__(self, wide_in, wide_out, time=None, epsilon=1e-5):
        super().__init__()
        self.norm1 = nn.GroupNorm(32, wide_in, eps=epsilon)
        self.conv1 = nn.Conv2d(wide_in, wide_out, 3, padding=1)
        self.time = nn.Linear(time, wide_out) if time else None
        self.norm2 = nn.GroupNorm(32, wide_out, eps=epsilon)
        self.conv2 = nn.Conv2d(wide_out, wide_out, 3, padding=1)
        self.shortcut = nn.Conv2d(wide_in, wide_out, 1) if wide_in != wide_out else None

    def forward(self, x, time=None):
        y = self.conv1(F.silu(self.norm1(x)))
        if self.time is not None:
            y = y + self.time(F.silu(time))[:, :, None, None]
        y = self.conv2(F.silu(self.norm2(y)))
        return (x if self.shortcut is None else self.shortcut(x)) + y


class Attention(nn.Module):
    def __init__(self, width, heads, context=None):
        super().__init__()
        self.heads = heads
        self.to_q = nn.Linear(width, width, bias=False)
        self.to_k = nn.Linear(context or width, width, bias=False)
        self.to_v = nn.Linear(context or width, width, bias=False)
        self.to_out = nn.Linear(width, width)

    def forward(self, x, context=None):
        context = x if context is None else context
        split = lambda t: t.view(t.shape[0], t.shape[1], self.heads, -1).transpose(1, 2)
        y = F.scaled_dot_product_attention(split(self.to_q(x)), split(self.to_k(context)), split(self.to_v(context)))
        return self.to_out(y.transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    def __init__(self, width, heads, context):
        super().__init__()
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(width), nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn1, self.attn2 = Attention(width, heads), Attention(width, heads, context)
        self.gated, self.down = nn.Linear(width, 8 * width), nn.Linear(4 * width, width)

    def forward(self, y, context):
        y = self.attn1(self.norm1(y)) + y
        y = self.attn2(self.norm2(y), context) + y
        value, gate = self.gated(self.norm3(y)).chunk(2, dim=-1)
        return self.down(value * F.gelu(gate)) + y


class Transformer(nn.Module):
    def __init__(self, width, heads, context, depth, linear):
        super().__init__()
        self.norm = nn.GroupNorm(32, width, eps=1e-6)
        self.linear = linear
        self.proj_in = nn.Linear(width, width) if linear else nn.Conv2d(width, width, 1)
        self.layers = nn.ModuleList([Layer(width, heads, context) for _ in range(depth)])
        self.proj_out = nn.Linear(width, width) if linear else nn.Conv2d(width, width, 1)

    def forward(self, x, context):
        batch, width, high, wide = x.shape
        tokens = lambda t: t.permute(0, 2, 3, 1).reshape(batch, high * wide, width)
        picture = lambda t: t.reshape(batch, high, wide, width).permute(0, 3, 1, 2)
        y = self.norm(x)
        y = self.proj_in(tokens(y)) if self.linear else tokens(self.proj_in(y))
        for layer in self.layers:
            y = layer(y, context)
        return (picture(self.proj_out(y)) if self.linear else self.proj_out(picture(y).contiguous())) + x


class Unet(nn.Module):
    """`depths`: layers of each level's transformers, 0: none; the middle's are as deep as the last level that has some."""

    def __init__(self, widths=(320, 640, 1280, 1280), depths=(1, 1, 1, 0), heads=(5, 10, 20, 20), context=1024, linear=True):
        super().__init__()
        time, last = 4 * widths[0], len(widths) - 1
        self.first = widths[0]
        self.time = nn.Sequential(nn.Linear(widths[0], time), nn.SiLU(), nn.Linear(time, time))
        self.conv_in = nn.Conv2d(4, widths[0], 3, padding=1)
        self.down, self.up, saved, at = nn.ModuleList(), nn.ModuleList(), [widths[0]], widths[0]
        attention = lambda i: Transformer(widths[i], heads[i], context, depths[i], linear) if depths[i] else None
        middle = Transformer(widths[last], heads[last], context, max(depths), linear)
        for i, width in enumerate(widths):
            for _ in range(2):
                self.down.append(nn.ModuleList([ResidualBlock(at, width, time), attention(i)]))
                saved.append(at := width)
            if i < last:
                self.down.append(nn.Conv2d(width, width, 3, stride=2, padding=1))
                saved.append(width)
        self.middle = nn.ModuleList([ResidualBlock(at, at, time), middle, ResidualBlock(at, at, time)])
        for i in range(last, -1, -1):
            for _ in range(3):
                self.up.append(nn.ModuleList([ResidualBlock(at + saved.pop(), widths[i], time), attention(i)]))
                at = widths[i]
            if i:
                self.up.append(nn.Conv2d(at, at, 3, padding=1))
        self.norm_out, self.conv_out = nn.GroupNorm(32, at), nn.Conv2d(at, 4, 3, padding=1)

    def forward(self, x, timestep, context):
        half = self.first // 2
        angle = timestep[:, None].float() * torch.exp(-math.log(10000) * torch.arange(half, device=x.device) / half)[None]
        time = self.time(torch.cat([angle.cos(), angle.sin()], dim=-1))
        x = self.conv_in(x)
        saved = [x]

        def block(x, residual, attention):
            x = residual(x, time)
            return x if attention is None else attention(x, context)

        for part in self.down:
            x = part(x) if isinstance(part, nn.Conv2d) else block(x, *part)
            saved.append(x)
        x = self.middle[2](self.middle[1](self.middle[0](x, time), context), time)
        for part in self.up:
            if isinstance(part, nn.Conv2d):
                x = part(F.interpolate(x, scale_factor=2.0, mode="nearest"))
            else:
                x = block(torch.cat([x, saved.pop()], dim=1), *part)
        return self.conv_out(F.silu(self.norm_out(x)))


class PictureEncoder(nn.Module):
    """The autoencoder's way down: eight times smaller on each side, four channels behind it."""

    def __init__(self, widths=(128, 256, 512, 512)):
        super().__init__()
        parts, at = [nn.Conv2d(3, widths[0], 3, padding=1)], widths[0]
        for i, width in enumerate(widths):
            parts += [ResidualBlock(at, width, epsilon=1e-6), ResidualBlock(width, width, epsilon=1e-6)]
            if i + 1 < len(widths):
                parts.append(nn.Conv2d(width, width, 3, stride=2, padding=1))
            at = width
        self.parts = nn.ModuleList(parts)
        self.before, self.norm, self.attention = ResidualBlock(at, at, epsilon=1e-6), nn.GroupNorm(32, at), Attention(at, 1)
        self.behind, self.norm_out, self.conv_out = ResidualBlock(at, at, epsilon=1e-6), nn.GroupNorm(32, at), nn.Conv2d(at, 8, 3, padding=1)
        self.moments = nn.Conv2d(8, 8, 1)

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        x = self.before(x)
        batch, width, high, wide = x.shape
        y = self.attention(self.norm(x).view(batch, width, -1).transpose(1, 2))
        x = self.behind(x + y.transpose(1, 2).reshape(x.shape))
        return self.moments(self.conv_out(F.silu(self.norm_out(x))))[:, :4]
